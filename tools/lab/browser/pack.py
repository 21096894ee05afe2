#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes the lab page's files of its parts and puts them into a C++ source, which the program links.
#
#   pack.py WEB PAGE LAB.wasm OUT    writes OUT/lab.html, OUT/lab.js, OUT/lab_page.cpp
#
# WEB is the folder of the viewer's pack.py, which writes such sources, and of its page, whose
# dom.js both pages have. The module stands in lab.js as text, compressed, and the worker's script
# as a string: a page that is opened as a file may not fetch others.
import base64
import json
import pathlib
import re
import sys

WORKER = ["module", "loops", "worker"]
SCRIPTS = ["module", "loops", "run", "measures", "claims", "report", "playground", "articles",
           "loop_cards", "main"]


def functions_of(text):
    """The functions of a source that are given a platform, by name, with the comments above."""
    found = {}
    function = (r"^((?://[^\n]*\n)*)(?:void|bool) (\w+)\(Platform& game[^{]*\{"
                r"(?:[^\n]*\}\n|.*?^\}\n)")
    for match in re.finditer(function, text, re.M | re.S):
        found[match.group(2)] = match.group(0).rstrip("\n")
    return found


def loop_code(lab):
    """The code of each loop of the inventory, both forms, with what it calls of the lab's loops."""
    functions = {}
    for path in sorted((lab / "loops").glob("*.cpp")):
        functions.update(functions_of(path.read_text()))

    def whole(name, seen):
        seen.append(name)
        for called in re.findall(r"\b(\w+)\(game\b", functions[name]):
            if called in functions and called not in seen:
                whole(called, seen)
        return seen

    code = {}
    for loop in re.finditer(r'\.id = "(\w+)".*?\.published = (\w+),.*?\.repaired = (\w+)',
                            (lab / "loops" / "list.cpp").read_text(), re.S):
        code[loop.group(1)] = {
            form: "\n\n".join(functions[each] for each in whole(name, []))
            for form, name in (("published", loop.group(2)), ("repaired", loop.group(3)))}
    return code


def page_files(web, page, module):
    """The files of the page: name and content."""
    style = (page / "lab.css").read_text()
    index = (page / "lab.html").read_text().replace("/*STYLE*/", style.strip())
    packed = base64.b64encode(module).decode()

    def joined(names):
        return "\n".join((page / f"{name}.js").read_text() for name in names)

    dom = (web / "page" / "dom.js").read_text()
    script = ("// SPDX-License-Identifier: MIT\n(() => {\n'use strict';\n"
              f"const LAB_WASM='{packed}';\n"
              f"const LAB_WORKER={json.dumps(joined(WORKER))};\n"
              f"const LAB_CODE={json.dumps(loop_code(page.parent.parent))};\n"
              f"{dom}\n{joined(SCRIPTS)}}})();\n")
    return {"lab.html": index, "lab.js": script}


def main():
    web, page, wasm, out = (pathlib.Path(each) for each in sys.argv[1:])
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(web))
    from pack import compressed, source
    files = page_files(web, page, compressed(wasm))
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_text(content)
    (out / "lab_page.cpp").write_text(
        source(files, "tools/lab/browser/pack.py", "<tandem/tools/lab/browser/page.hpp>",
               "tandem::tools::lab::browser", "page_files"))


main()
