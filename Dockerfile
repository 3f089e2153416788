# The image of the bank: the servers, their commands (migrate, backups, restores) and the world of the demonstration.
FROM node:20-bookworm-slim AS build
WORKDIR /bank
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
  && node libs/cli/build.mjs \
  && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
# MariaDB’s own tools, of the series of the database, for backups and restores; pgrep for the health checks.
RUN apt-get update \
  && apt-get install -y --no-install-recommends mariadb-backup mariadb-client mariadb-server-core procps \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /bank
COPY --from=build --chown=root:root /bank /bank
# Freed memory is kept in two arenas in place of one for each thread; new objects have more room, for less work on garbage.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=32
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001 3002 3003 9464
CMD ["node", "bff/dist/main.js"]
