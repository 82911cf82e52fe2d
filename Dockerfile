# Builds site and server, and keeps what they need at run time.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY app.config.ts vite.config.ts ./
COPY client client
COPY shared shared
COPY features features
COPY scripts scripts
COPY server server
# Uses the Node version that package.json pins. The base image only provides npm.
RUN node_modules/.bin/node scripts/build/build.ts
# Sharp is not in the bundle, because it loads a library of the platform.
RUN mkdir /runtime \
  && cp node_modules/.bin/node /runtime/ \
  && cp -r --parents node_modules/sharp node_modules/@img node_modules/detect-libc node_modules/semver /runtime/

FROM debian:trixie-slim
# Node needs libatomic, which the base image lacks.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 app \
  && useradd --uid 10001 --gid app --no-create-home app \
  && install --directory --owner=app --group=app --mode=700 /data
COPY --from=build /runtime/node /usr/local/bin/
WORKDIR /app
COPY --from=build /runtime/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-server dist-server
# For the process that decodes pictures, and for files that the server reads.
COPY package.json ./
COPY shared shared
COPY features features
COPY server server
ENV NODE_ENV=production DATA_DIR=/data
# The same as in deploy/process.env.
ENV NODE_OPTIONS=--max-semi-space-size=8
ENV GLIBC_TUNABLES=glibc.malloc.mmap_threshold=4194304:glibc.malloc.hugetlb=1
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Other commands: docker run … dist-server/backup.js /data/backup.tgz
ENTRYPOINT ["node"]
CMD ["dist-server/main.js"]
