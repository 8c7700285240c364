#!/bin/sh
# Makes a certificate authority of the office and a certificate for each machine, in the folder that is given:
#   certificates.sh FOLDER NAME=ADDRESS…
# A second call with the same folder keeps the authority, so that machines can be added and certificates renewed.
set -eu
folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"
if [ ! -f ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj '/CN=Portale' -keyout ca.key -out ca.crt 2>/dev/null
fi
for machine in "$@"; do
  name=${machine%%=*}
  address=${machine#*=}
  mkdir -p "$name"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" -keyout "$name/machine.key" -out "$name/machine.csr" 2>/dev/null
  printf 'subjectAltName=IP:%s,IP:127.0.0.1,DNS:%s,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" "$name" > "$name/machine.ext"
  openssl x509 -req -in "$name/machine.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "${DAYS:-825}" -extfile "$name/machine.ext" -out "$name/machine.crt" 2>/dev/null
  cat "$name/machine.crt" "$name/machine.key" > "$name/machine.pem"
  cp ca.crt "$name/ca.crt"
  rm "$name/machine.csr" "$name/machine.ext"
  # The keys are for root alone; everything else may be read.
  chmod 755 "$name"
  chmod 644 "$name/machine.crt" "$name/ca.crt"
done
