# The table in a container: docker build -t sanssouci . && docker run -p 1756:1756 -v sanssouci:/data sanssouci
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# What others wrote comes by its hashes (locks/); our own package is built beside and brings nothing along.
ENV PIP_NO_CACHE_DIR=1
RUN python -m venv /build && /build/bin/pip install --require-hashes -r locks/build.txt \
  && /build/bin/pip wheel --no-deps --no-build-isolation -w /wheels . \
  && python -m venv /opt/sanssouci && /opt/sanssouci/bin/pip install --require-hashes -r locks/serve.txt \
  && /opt/sanssouci/bin/pip install --no-deps /wheels/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 1756 sanssouci && install -d -o sanssouci /data
COPY --from=build /opt/sanssouci /opt/sanssouci
USER sanssouci
VOLUME /data
EXPOSE 1756
ENV SANSSOUCI_DATABASE=/data/table.sqlite3 PATH=/opt/sanssouci/bin:$PATH
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:1756/api/ready', timeout=4)"]
ENTRYPOINT ["sanssouci"]
CMD ["serve", "--host", "0.0.0.0", "--log-json"]
