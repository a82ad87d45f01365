# syntax=docker/dockerfile:1

# resilint asks the go command which packages there are, so that the image that runs it has
# the Go toolchain in it, too, and git for -since.
ARG GO=1.26-bookworm

FROM golang:${GO} AS build
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -ldflags="-s -w" -o /out/resilint ./cmd/resilint

FROM golang:${GO}
# The source is mounted, and may belong to another user: git refuses such a folder until it
# is told of it.
RUN git config --system --add safe.directory '*'
RUN useradd --create-home --uid 10001 resilint \
 && install -d -m 1777 /cache /cache/resilint /cache/go-build /cache/mod
COPY --from=build /out/resilint /usr/local/bin/resilint
ENV RESILINT_CACHE=/cache/resilint GOCACHE=/cache/go-build GOMODCACHE=/cache/mod
USER resilint
VOLUME /cache
WORKDIR /src
ENTRYPOINT ["resilint"]
CMD ["./..."]
