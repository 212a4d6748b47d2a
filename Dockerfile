# The site as one image. It contains a release, on Debian with Node. The site writes only to /data, which holds the
# embedded database and the backups. docs/running-it.md explains how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run release -- --folder /packed

FROM debian:bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
# Only Node. The image of Node also has npm and tools that compile packages. Nothing here uses them.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Some builds of Node need libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
    && node --version && install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /site
COPY --from=build /packed ./
VOLUME /data
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Before an update of the database, the site makes a backup. This takes time.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without settings, the site asks for them in a browser, and prints the code that you need for this.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "dist/server/main.js", "--setup"]
