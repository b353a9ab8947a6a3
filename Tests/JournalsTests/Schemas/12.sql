PRAGMA application_id=0x77656972;
PRAGMA user_version=12;
BEGIN;
CREATE TABLE pictures (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    stamp INTEGER,
    dimensions INTEGER NOT NULL,
    content INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    retry_at INTEGER,
    stored INTEGER,
    succeeded INTEGER,
    header_end INTEGER,
    etag TEXT,
    last_modified TEXT,
    failure TEXT,
    message TEXT,
    status INTEGER,
    failures INTEGER,
    checksum INTEGER,
    sha256 TEXT,
    moved_to TEXT,
    moved_at INTEGER
, max_age INTEGER, outdated_until INTEGER, giver INTEGER);
INSERT INTO pictures VALUES(1,'/srv/shop/a.jpg',4760546693754423473,5153960757000,17920294,1700000000,NULL,NULL,1700000000,4096,NULL,NULL,NULL,NULL,NULL,NULL,1761636581684631127,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO pictures VALUES(2,'https://shop.example/gone.png',NULL,2748779069920,1280273,1700000000,1700050000,NULL,1690000000,1024,NULL,NULL,'http-status','the server answered 404',404,3,4451203752692940171,NULL,NULL,NULL,31536000,1731536000,7);
INSERT INTO pictures VALUES(5,'https://shop.example/fine.webp',NULL,1288490189200,2304305,1700000000,NULL,NULL,1700000000,1024,'"v1"','Wed, 21 Oct 2015 07:28:00 GMT',NULL,NULL,NULL,NULL,1934993484779464331,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE hosts (
    origin TEXT PRIMARY KEY,
    rate REAL NOT NULL,
    served_rate REAL,
    refused_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE robots (origin TEXT PRIMARY KEY, content TEXT NOT NULL, read_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIEW readable AS SELECT
    id, key, nullif(dimensions, 0) >> 32 AS w, nullif(dimensions, 0) & 0xFFFFFFFF AS h,
    CASE (content >> 44 & 16) | (content >> 4 & 15) WHEN 1 THEN 'png' WHEN 2 THEN 'jpeg' WHEN 3 THEN 'webp'
        WHEN 4 THEN 'gif' WHEN 5 THEN 'bmp' WHEN 6 THEN 'tiff' WHEN 7 THEN 'avif' WHEN 8 THEN 'heic'
        WHEN 9 THEN 'svg' WHEN 10 THEN 'ico' WHEN 11 THEN 'qoi' WHEN 12 THEN 'pnm' WHEN 13 THEN 'psd'
        WHEN 14 THEN 'tga' WHEN 15 THEN 'jxl' WHEN 16 THEN 'jp2' WHEN 17 THEN 'dds' WHEN 18 THEN 'ktx'
        WHEN 19 THEN 'vtf' WHEN 20 THEN 'icns' WHEN 21 THEN 'exr' WHEN 22 THEN 'hdr' WHEN 23 THEN 'farbfeld'
        WHEN 24 THEN 'aseprite' WHEN 25 THEN 'ilbm' END AS format,
    nullif(content & 15, 0) AS orientation, nullif(content >> 8 & 0xFFFFFFFFFF, 0) - 1 AS bytes,
    stored >> 32 AS stored_w, stored & 0xFFFFFFFF AS stored_h, header_end, etag, last_modified, sha256,
    moved_to, datetime(moved_at, 'unixepoch') AS moved_at,
    datetime(asked, 'unixepoch') AS asked, datetime(succeeded, 'unixepoch') AS succeeded,
    failure, message, status, failures, datetime(retry_at, 'unixepoch') AS retry_at
FROM pictures;
CREATE TABLE placeholders (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    kinds INTEGER NOT NULL,
    thumbhash TEXT,
    blurhash TEXT,
    dominant_color TEXT,
    mean_color TEXT,
    blur_data_url TEXT,
    failure TEXT,
    message TEXT,
    checksum INTEGER NOT NULL
, phash TEXT, content TEXT, source TEXT, range TEXT);
INSERT INTO placeholders VALUES(1,8424171400106916031,5,'9AcKDYr3eHh6h3ePc1iIePd6Xo74',NULL,'#ebe4fb','#deb2ce',NULL,NULL,NULL,2254348819,NULL,NULL,NULL,NULL);
INSERT INTO placeholders VALUES(5,8054060655903101650,0,NULL,NULL,NULL,NULL,NULL,'corrupt','its pixels end early',2036925108,NULL,NULL,NULL,NULL);
CREATE TABLE catalogues (manifest TEXT PRIMARY KEY, ends_line INTEGER NOT NULL) WITHOUT ROWID;
COMMIT;
