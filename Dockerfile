# Builds the site and keeps what the server needs at run time.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY app.config.ts vite.config.ts ./
COPY client client
COPY shared shared
COPY features features
COPY scripts scripts
COPY tooling/imports.ts tooling/
# Uses the Node version that package.json pins. The base image only provides npm.
RUN node_modules/.bin/node scripts/build.ts
# TypeScript stays after the removal of development packages, because valibot names it as an optional peer.
RUN npm prune --omit=dev --no-audit --no-fund \
  && cp node_modules/.bin/node /usr/local/bin/pinned-node \
  && rm -rf node_modules/node-linux-* node_modules/typescript node_modules/@typescript

FROM debian:trixie-slim
# Node needs libatomic, which the base image lacks.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 app \
  && useradd --uid 10001 --gid app --no-create-home app \
  && install --directory --owner=app --group=app --mode=700 /data
COPY --from=build /usr/local/bin/pinned-node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json app.config.ts ./
COPY shared shared
COPY features features
COPY scripts scripts
COPY server server
ENV NODE_ENV=production DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Other commands: docker run … scripts/backup.ts /data/backup.tgz
ENTRYPOINT ["node"]
CMD ["server/main.ts"]
