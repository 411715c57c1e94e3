# The application in a container: not root, nothing writable but /data and /tmp, one process.
# docs/install.md says how compose.yaml uses it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# The packages are installed anew only if the lockfile has changed.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
# The list of all packages with their versions and hashes (CycloneDX).
RUN node scripts/setup.mjs && npm run --silent sbom > sbom.json && npm prune --omit=dev

# Node comes with the packages, in the version of the lockfile.
FROM debian:bookworm-slim
WORKDIR /app
# PostgreSQL looks for the account's name when it makes its folder.
RUN useradd --uid 10001 --user-group --no-create-home membership \
  && mkdir --mode=0711 /data && chown membership:membership /data
COPY --from=build /app/package.json ./
COPY --from=build /app/sbom.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
# Card payments stay off until an administrator enters an account: the simulator is for one's own machine.
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PAYFAST_MODE=page
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The shell becomes `node`, so that the signal to stop reaches it.
CMD ["sh", "scripts/start.sh"]
