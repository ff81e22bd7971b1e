#!/bin/sh
# Rebuilds the pages from their sources and fails if the files kept in the package differ.
set -eu
command -v npm >/dev/null || { echo "pages: there is no npm on the PATH; 'make test' fetches it" >&2; exit 1; }
git rev-parse --git-dir >/dev/null 2>&1 || { echo "pages: only a git checkout can tell whether they differ" >&2; exit 1; }
built="src/sanssouci/table/static src/sanssouci/italian_wars/static"
(
  cd web
  npm ci --no-audit --no-fund --loglevel=error
  # the types take one processor, everything else another
  npm run --silent check &
  types=$!
  npm run --silent format
  npm run --silent lint
  npm run --silent test
  wait $types
  npm run --silent build >/dev/null
)
if [ -n "$(git status --porcelain -- $built)" ]; then
  git status --short -- $built
  echo "pages: what the package keeps is not what web/ builds; run 'npm run build' in web and commit" >&2
  exit 1
fi
