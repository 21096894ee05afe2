#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verifies many recordings in the shards of a Slurm array, on a Slurm of one node that it starts in
# a folder of its own, as this user.
#
#   tests/scale/slurm.sh PROGRAM [COUNT [SHARDS]]     default: 10000 recordings, 8 shards
#
# Ends with 77 where Slurm is missing (Debian: apt-get install slurm-wlm munge).
set -euo pipefail
program=$(readlink -f "${1:?the program tandem}")
count=${2:-10000}
shards=${3:-8}
PATH=$PATH:/usr/sbin
for tool in slurmctld slurmd sbatch srun munged mungekey; do
    if ! command -v $tool > /dev/null; then
        echo "skipped: $tool is not installed (Debian: apt-get install slurm-wlm munge)"
        exit 77
    fi
done
. "$(dirname "$(readlink -f "$0")")/night.sh"

daemons=()
stop_scheduler() {
    for daemon in "${daemons[@]}"; do kill "$daemon" 2> /dev/null || true; done
    for daemon in "${daemons[@]}"; do wait "$daemon" 2> /dev/null || true; done
}

start_slurm() {
    mkdir -p slurm/state slurm/spool slurm/munge
    chmod 700 slurm/munge
    mungekey --create --keyfile="$folder/slurm/munge/key"
    munged --foreground --force --key-file="$folder/slurm/munge/key" \
        --socket="$folder/slurm/munge/socket" --pid-file="$folder/slurm/munge/pid" \
        --seed-file="$folder/slurm/munge/seed" --log-file="$folder/slurm/munge/log" \
        > slurm/munged.out 2>&1 &
    daemons+=($!)
    local name memory
    name=$(hostname -s)
    memory=$(awk '/^MemTotal/ { print int($2 / 1024 / 2) }' /proc/meminfo)
    cat > slurm/slurm.conf <<CONF
ClusterName=night
SlurmctldHost=$name(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/slurm/munge/socket
CryptoType=crypto/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/slurm/state
SlurmdSpoolDir=$folder/slurm/spool
SlurmctldPidFile=$folder/slurm/slurmctld.pid
SlurmdPidFile=$folder/slurm/slurmd.pid
SlurmctldLogFile=$folder/slurm/slurmctld.log
SlurmdLogFile=$folder/slurm/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=batch_sched_delay=1,sched_interval=1
MailProg=/bin/true
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$name Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF="$folder/slurm/slurm.conf"
    local wait
    for ((wait = 0; wait < 100; ++wait)); do
        if [ -S slurm/munge/socket ]; then break; fi
        sleep 0.1
    done
    slurmctld -D -f "$SLURM_CONF" > slurm/slurmctld.out 2>&1 &
    daemons+=($!)
    slurmd -D -f "$SLURM_CONF" > slurm/slurmd.out 2>&1 &
    daemons+=($!)
    for ((wait = 0; wait < 300; ++wait)); do
        if sinfo -h -o %T 2> /dev/null | grep -qx idle; then
            echo "$(sinfo --version), one node, $(nproc) processors"
            return
        fi
        sleep 0.2
    done
    tail -n 5 slurm/*.out slurm/*.log >&2
    fail "Slurm does not come up"
}

run_shards() {
    cat > job.sh <<JOB
#!/bin/sh
exec "$program" --quiet verify recordings --shard auto --report "shard-\$SLURM_ARRAY_TASK_ID.jsonl"
JOB
    # The exit code is the worst of the array; the merged report tells what it was.
    sbatch --wait --quiet --array=1-"$shards" --chdir="$folder" --output=job-%a.txt job.sh || true
}

# The same by ranks: one job step of as many processes as there are processors.
run_ranks() {
    cat > rank.sh <<JOB
exec "$program" --quiet verify recordings --shard auto --report "rank-\$SLURM_PROCID.jsonl"
JOB
    srun --quiet -n "$(nproc)" --chdir="$folder" sh rank.sh > /dev/null
    expect 0 "$program" --quiet merge rank-*.jsonl -o ranks.jsonl > /dev/null
}

start_slurm
whole_night
rm -f recordings/0/0.tandem
make_recording 0 0
run_ranks
echo "srun: the reports of $(nproc) ranks merge without a fault"
