"""Serves buckets whose requests must be signed: buckets.py FOLDER [open]

Each folder in FOLDER becomes a bucket, with its files as objects. Prints the URL and the two parts of a key. With `open` no
signature is looked at.
"""
import json
import logging
import os
import sys

import boto3
import requests
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
url = "http://%s:%d" % server.get_host_and_port()


def client(name, key, secret):
    return boto3.client(name, endpoint_url=url, region_name="eu-central-1", aws_access_key_id=key, aws_secret_access_key=secret)


users = client("iam", "nobody", "nothing")
users.create_user(UserName="reader")
key = users.create_access_key(UserName="reader")["AccessKey"]
policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
users.put_user_policy(UserName="reader", PolicyName="all", PolicyDocument=json.dumps(policy))
# From here on every request needs a true signature.
if sys.argv[2:] != ["open"]:
    requests.post(url + "/moto-api/reset-auth", data=b"0", headers={"Content-Type": "text/plain"}).raise_for_status()

store = client("s3", key["AccessKeyId"], key["SecretAccessKey"])
for bucket in sorted(os.listdir(sys.argv[1])):
    store.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    source = os.path.join(sys.argv[1], bucket)
    for folder, _, names in os.walk(source):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                store.put_object(Bucket=bucket, Key=os.path.relpath(path, source), Body=file.read())

print(url, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
server._thread.join()
