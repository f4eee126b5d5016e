# syntax=docker/dockerfile:1
# The server for the CPU: docker build -t athanor .
# Images with CUDA are built from Dockerfile.cuda.

FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm run build:package

# An optional peer (DATABASE_URL). All other packages are in the bundle.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json ./manifest.json
RUN npm install --no-audit --no-fund "pg@$(node -p "require('./manifest.json').devDependencies.pg")"

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data XDG_CACHE_HOME=/tmp/cache
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/build/athanor_cpu.node ./build/
RUN install -d -m 0700 -o node -g node /data
# The user `node` by number, so that a host can check that it is not root.
USER 1000
VOLUME ["/data", "/tmp"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/athanor.js", "serve"]
