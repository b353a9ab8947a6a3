"""The same rows in every format that a shop's export could have."""

import csv
import io
import json
import plistlib
from xml.sax.saxutils import escape

COLUMNS = ["img", "price", "w", "h", "title", "sku"]


class Bare(str):
    """A price that is a number in JSON: its characters must survive, 1299.00 is not 1299."""


def separated(rows, delimiter, columns=COLUMNS):
    """RFC 4180, but with line feeds; tab-separated is the same with tabs."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    return out.getvalue().encode()


def json_lines(rows):
    return "".join(json_object(row) + "\n" for row in rows).encode()


def json_array(rows):
    return ("[\n" + ",\n".join("  " + json_object(row) for row in rows) + "\n]\n").encode()


def json_object(row):
    return "{" + ", ".join(f'"{name}": {json_value(row[name])}' for name in COLUMNS if name in row) + "}"


def json_value(value):
    return value if isinstance(value, Bare) else json.dumps(value, ensure_ascii=False)


def xml_plist(rows):
    """As Apple's writer prints it: tabs, keys in order, and only &, < and > escaped."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
             '<plist version="1.0">', "<array>"]
    for row in rows:
        lines.append("\t<dict>")
        for name, value in sorted(row.items()):
            kind = "integer" if isinstance(value, int) else "string"
            lines += [f"\t\t<key>{name}</key>", f"\t\t<{kind}>{escape(str(value))}</{kind}>"]
        lines.append("\t</dict>")
    return ("\n".join([*lines, "</array>", "</plist>"]) + "\n").encode()


def binary_plist(rows):
    plain = [{name: str(value) if isinstance(value, Bare) else value for name, value in row.items()} for row in rows]
    return plistlib.dumps(plain, fmt=plistlib.FMT_BINARY)
