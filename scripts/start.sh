#!/bin/sh
# Starts the application with the settings that keep its memory small (decision 41).
cd "$(dirname "$0")/.." || exit 1
# Otherwise glibc keeps freed memory, about 20 MB of it for each password that is hashed.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
# With compiled code, Node does not load its TypeScript compiler.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
PATH="$PWD/node_modules/.bin:$PATH"
# In MB. The lower the limit, the less garbage V8 lets pile up before it collects.
exec node --max-semi-space-size=8 --max-old-space-size=512 server/main.ts
