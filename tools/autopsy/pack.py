#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes the page of an autopsy of its parts and puts it into a C++ source, which the program links.
#
#   pack.py WEB PAGE OUT    writes OUT/autopsy_page.cpp
#
# WEB is the folder of the viewer's pack.py, which writes such sources. The page may do nothing but
# what stands in it: its policy names the one style and the one script by their hashes.
import base64
import hashlib
import pathlib
import sys

SCRIPTS = ["scale", "strips", "reading", "main"]


def policy_hash(text):
    """As a Content-Security-Policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page_files(page):
    """The files of the page: name and content."""
    style = (page / "style.css").read_text()
    joined = "\n".join((page / f"{name}.js").read_text() for name in SCRIPTS)
    script = f"\n(() => {{\n'use strict';\n{joined}}})();\n"
    index = (page / "index.html").read_text()
    for mark, content in (("STYLE_HASH", policy_hash(style)), ("SCRIPT_HASH", policy_hash(script)),
                          ("/*STYLE*/", style), ("/*SCRIPT*/", script)):
        assert index.count(mark) == 1, mark
        index = index.replace(mark, content)
    return {"autopsy.html": index}


def main():
    web, page, out = (pathlib.Path(each) for each in sys.argv[1:])
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(web))
    from pack import source
    out.mkdir(parents=True, exist_ok=True)
    (out / "autopsy_page.cpp").write_text(
        source(page_files(page), "tools/autopsy/pack.py", "<tandem/tools/autopsy/page.hpp>",
               "tandem::tools::autopsy", "page_files"))


main()
