#!/bin/sh
# Pins the base images by digest: looks up what their tags mean now and writes it to deploy/.env, which compose reads.
# Run it before a release and whenever the base images shall be renewed; keep the file with your own configuration.
# Without compose: docker build -f deploy/Containerfile --build-arg PYTHON_IMAGE=... -t kritzel .
set -eu
cd "$(dirname "$0")"
docker=${DOCKER:-docker}
for line in PYTHON_IMAGE=docker.io/library/python:3.13-slim-bookworm \
    CADDY_IMAGE=docker.io/library/caddy:2 POSTGRES_IMAGE=docker.io/library/postgres:17; do
    image=${line#*=}
    digest=$($docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
    case $digest in
        sha256:????????????????????????????????????????????????????????????????) echo "${line%%=*}=$image@$digest" ;;
        *) echo "no digest for $image: $digest" >&2; exit 1 ;;
    esac
done > .env.new
mv .env.new .env
cat .env
