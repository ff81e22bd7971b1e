#!/bin/sh
# Rebuilds the pages from their sources and fails if the files kept in the package differ.
set -eu
for place in web:src/sanssouci/table/static web-charts:src/sanssouci/italian_wars/static; do
  source=${place%%:*}
  built=${place#*:}
  [ -d "$source" ] || continue
  echo "pages: $source"
  # `npm ci` refuses lock files that lack the optional packages of other platforms; an install by the same lock will do.
  (
    cd "$source"
    npm ci --no-audit --no-fund --loglevel=silent || npm install --no-save --no-audit --no-fund --loglevel=error
    npm run --silent format --if-present
    npm run --silent check
    npm run --silent test --if-present
    npm run --silent build >/dev/null
  )
  if [ -n "$(git status --porcelain -- "$built")" ]; then
    git status --short -- "$built"
    echo "pages: $built is not what $source builds; run 'npm run build' in $source and commit" >&2
    exit 1
  fi
done
