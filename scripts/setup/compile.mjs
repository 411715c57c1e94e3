// Loads the server's modules, so that Node stores their compiled code: NODE_COMPILE_CACHE=<folder>
// node scripts/setup/compile.mjs
await import('#server/main.ts');
await import('#server/platform/pdf/draw-pdf.ts');
