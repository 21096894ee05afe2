#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Says where the minutes of a whole test run went and what became of every case. tools/test.sh
# calls it with the folder in which ctest ran.
#
#   tools/test_summary.py FOLDER
#
# Reads FOLDER/minutes.tsv (part, seconds, seconds of processor time), FOLDER/tests.xml (ctest's
# --output-junit) and cases/*.xml of the builds that FOLDER/builds.txt names (GoogleTest's). Writes
# FOLDER/cases.txt, a line for each case. Exits 1 where a case failed.
import pathlib
import sys
import xml.etree.ElementTree as xml

SLOWEST = 20


def read_cases(folder):
    """Every case of every build: (program, case, seconds, verdict, message)."""
    cases = []
    for build in (folder / "builds.txt").read_text().split():
        for file in sorted(pathlib.Path(build, "cases").glob("*.xml")):
            for case in xml.parse(file).iter("testcase"):
                failure = case.find("failure")
                skipped = case.find("skipped")
                verdict, message = "passed", ""
                if failure is not None:
                    verdict, message = "FAILED", failure.get("message", "")
                elif skipped is not None or case.get("status") == "notrun":
                    verdict = "skipped"
                name = case.get("classname") + "." + case.get("name")
                cases.append((file.stem, name, float(case.get("time")), verdict, message))
    return cases


def read_tests(folder):
    """Every test of ctest: (name, seconds)."""
    tests = xml.parse(folder / "tests.xml").iter("testcase")
    return [(test.get("name"), float(test.get("time"))) for test in tests]


def table(title, columns, rows):
    print(f"\n{title}")
    widths = [max(len(row[i]) for row in [columns] + rows) for i in range(len(columns))]
    for row in [columns] + rows:
        cells = [cell.ljust(widths[0]) if i == 0 else cell.rjust(widths[i])
                 for i, cell in enumerate(row)]
        print("  " + "  ".join(cells).rstrip())


def minutes(seconds):
    return f"{seconds / 60:.1f}"


def print_parts(folder):
    rows, total = [], [0.0, 0.0]
    for line in (folder / "minutes.tsv").read_text().splitlines():
        part, wall, processor = line.split("\t")
        total = [total[0] + float(wall), total[1] + float(processor)]
        rows.append([part, minutes(float(wall)), minutes(float(processor))])
    rows.append(["all", minutes(total[0]), minutes(total[1])])
    table("Where the minutes went", ["part", "minutes", "of processor"], rows)


def print_programs(tests, cases):
    counts = {}
    for program, *_ in cases:
        counts[program] = counts.get(program, 0) + 1
    rows = []
    for name, seconds in sorted(tests, key=lambda test: -test[1])[:SLOWEST]:
        count = counts.get(name.replace("/", "."))
        rows.append([name, str(count) if count else "", f"{seconds:.1f}"])
    table("The slowest tests", ["test", "cases", "s"], rows)


def print_cases(cases):
    slowest = sorted(cases, key=lambda case: -case[2])[:SLOWEST]
    rows = [[f"{program}  {name}", f"{seconds:.1f}"] for program, name, seconds, *_ in slowest]
    table("The slowest cases", ["program, case", "s"], rows)


def main():
    if len(sys.argv) != 2:
        print("usage: tools/test_summary.py FOLDER", file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    cases = read_cases(folder)
    tests = read_tests(folder)
    print_parts(folder)
    print_programs(tests, cases)
    print_cases(cases)
    lines = [f"{verdict} {program} {name}" for program, name, _, verdict, _ in cases]
    (folder / "cases.txt").write_text("\n".join(sorted(lines)) + "\n")
    failed = [case for case in cases if case[3] == "FAILED"]
    skipped = [case for case in cases if case[3] == "skipped"]
    for program, name, _, _, message in failed:
        print(f"\nFAILED {program}  {name}\n{message}")
    for program, name, *_ in skipped:
        print(f"skipped {program}  {name}")
    print(f"\n{len(cases)} cases in {len({case[0] for case in cases})} programs and shards: "
          f"{len(cases) - len(failed) - len(skipped)} passed, {len(skipped)} skipped, "
          f"{len(failed)} failed ({folder}/cases.txt names each)\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
