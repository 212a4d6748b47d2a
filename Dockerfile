# The site as one image: Node, what was built, what the community says. Nothing is written but to /data, which the
# embedded database needs and PostgreSQL does not. How to run it: docs/running-it.md.
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /site
# The server is bundled; the embedded database alone brings files that it finds by their path.
COPY --from=build /site/node_modules/@electric-sql/pglite node_modules/@electric-sql/pglite
COPY --from=build /site/dist dist
COPY package.json ./
COPY db/migrations db/migrations
COPY community community
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s CMD node -e "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1))"
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
