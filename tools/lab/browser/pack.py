#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes the lab page's files of its parts and puts them into a C++ source, which the program links.
#
#   pack.py WEB PAGE LAB.wasm OUT    writes OUT/lab.html, OUT/lab.js, OUT/lab_page.cpp
#
# WEB is the folder of the viewer's pack.py, which writes such sources. The module stands in lab.js
# as text, compressed, and the worker's script as a string: a page that is opened as a file may not
# fetch others.
import base64
import gzip
import json
import pathlib
import sys

WORKER = ["module", "loops", "worker"]
SCRIPTS = ["module", "loops", "home", "measures", "claims", "report", "play", "homes", "main"]


def page_files(page, wasm):
    """The files of the page: name and content."""
    style = (page / "lab.css").read_text()
    index = (page / "lab.html").read_text().replace("/*STYLE*/", style.strip())
    packed = base64.b64encode(gzip.compress(wasm.read_bytes(), 9, mtime=0)).decode()

    def joined(names):
        return "\n".join((page / f"{name}.js").read_text() for name in names)

    script = ("// SPDX-License-Identifier: MIT\n(() => {\n'use strict';\n"
              f"const LAB_WASM='{packed}';\n"
              f"const LAB_WORKER={json.dumps(joined(WORKER))};\n{joined(SCRIPTS)}}})();\n")
    return {"lab.html": index, "lab.js": script}


def main():
    web, page, wasm, out = (pathlib.Path(each) for each in sys.argv[1:])
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(web))
    from pack import source
    files = page_files(page, wasm)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_text(content)
    (out / "lab_page.cpp").write_text(
        source(files, "tools/lab/browser/pack.py", "<tandem/tools/lab/browser/page.hpp>",
               "tandem::tools::lab::browser", "page_files"))


main()
