#!/bin/sh
# Packs everything the laboratory needs into one archive, for machines on which nothing can be installed.
#
#   tools/portable_lab.sh lab.tar.gz [TREE] [PYTHON]
#
# TREE is the folder that holds the package `sanssouci` (default: src; a compiled tree is faster by far),
# PYTHON the interpreter whose librt and mypy_extensions go along: it must have the version of the other machine's.
# There:
#   tar xzf lab.tar.gz && PYTHONPATH=lab python3 -m sanssouci.lab.plain match captain general --games 400 --out results
set -eu
archive=${1:?usage: tools/portable_lab.sh ARCHIVE [TREE] [PYTHON]}
tree=${2:-src}
python=${3:-python3}
test -d "$tree/sanssouci/lab" || { echo "$tree holds no package sanssouci with its lab" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/lab" "$work/lab/sanssouci"
for part in __init__.py friedrich bots lab; do cp -r "$tree/sanssouci/$part" "$work/lab/sanssouci/"; done
find "$tree" -maxdepth 1 -name '*.so' -exec cp {} "$work/lab/" \;
find "$work/lab" -name __pycache__ -prune -exec rm -rf {} +
"$python" - "$work/lab" <<'PYTHON'
import importlib.util, pathlib, shutil, sys

for name in ("librt", "mypy_extensions"):
    spec = importlib.util.find_spec(name)
    if spec is None:
        sys.exit(f"{sys.executable} has no {name}")
    target = pathlib.Path(sys.argv[1])
    for folder in spec.submodule_search_locations or ():
        shutil.copytree(folder, target / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    if spec.submodule_search_locations is None:
        shutil.copy(spec.origin, target)
PYTHON
tar czf "$archive" -C "$work" lab
echo "$archive: $(du -h "$archive" | cut -f1)"
