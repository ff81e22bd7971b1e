#!/bin/sh
# Builds the pages from their sources and fails if the package keeps other ones. Changes nothing of what is kept.
set -eu
command -v npm >/dev/null || { echo "pages: there is no npm on the PATH; 'make test' fetches it" >&2; exit 1; }
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cd web
npm ci --no-audit --no-fund --loglevel=error
# the types take one processor, everything else another
npm run --silent check &
types=$!
npm run --silent format
npm run --silent lint
npm run --silent test
wait $types
for page in table charts; do
  npx vite build --mode "$page" --outDir "$fresh/$page" --emptyOutDir --logLevel error
done
if ! diff -rq "$fresh/table" ../src/sanssouci/table/static || ! diff -rq "$fresh/charts" ../src/sanssouci/italian_wars/static; then
  echo "pages: what the package keeps is not what web/ builds; run 'npm run build' in web and commit"
  exit 1
fi
