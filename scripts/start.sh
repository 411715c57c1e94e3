#!/bin/sh
# Starts the application with the settings that keep its memory small (decision 41).
cd "$(dirname "$0")/.." || exit 1
PATH="$PWD/node_modules/.bin:$PATH"
# After an update that failed half-way, the packages or the pages are those of the version before. An image is whole.
if [ -f package-lock.json ] && ! node scripts/setup.mjs --check; then
  printf '\nThe application could not start.\n' >&2
  echo "The packages or the pages do not belong to this version. Run: cd $PWD && sudo -u $(stat -c %U .) node scripts/setup.mjs" >&2
  exit 1
fi
# Otherwise glibc keeps freed memory, about 20 MB of it for each password that is hashed.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
# With compiled code, Node does not load its TypeScript compiler.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
# In MB. The lower the limit, the less garbage V8 lets pile up before it collects.
exec node ${MEMBERSHIP_SETTINGS:+--env-file="$MEMBERSHIP_SETTINGS"} \
  --max-semi-space-size=8 --max-old-space-size=512 server/main.ts
