"""The products of the shop: a row of the catalogue and a picture for each."""

from dataclasses import dataclass
from functools import partial
from typing import Callable

import files
from catalogues import Bare
from home import book, candle, chair, clock, cushion, desk_lamp, floor_lamp, lamp, plant, sofa, stool, vase
from kitchen import bottle, enamel_cup, fruit_bowl, mug, shakers, teapot, toaster
from paint import (BERRY, BLUE, CORAL, CREAM, LEAF, LILAC, MINT, NAVY, OAK, ROSE, SKY, SUNNY, TANGERINE, TEAL,
                   TERRACOTTA, WHITE)
from play import ball, camera, headphones, kite, radio, record, skateboard, ukulele
from scenes import BLUSH, BUTTER, CLOUD, LAVENDER, LINEN, PEACH, PISTACHIO, WATER, picture
from wear import backpack, bag, boots, cap, dress, sneaker, socks, sunglasses, t_shirt, umbrella, watch


@dataclass(frozen=True)
class Product:
    path: str  # within pictures/
    size: tuple  # the displayed size; None if the file has none
    content: Callable  # makes the bytes of the file; None if there is no file
    price: str
    title: str
    sku: str
    claim: tuple = None  # the size that the catalogue believes, which may be wrong

    def row(self):
        claim = dict(zip("wh", self.claim)) if self.claim else {}
        return {"img": f"pictures/{self.path}", "price": self.price, **claim, "title": self.title, "sku": self.sku}


def shown(path, w, h, things, wall, behind, price, title, sku, encode=None, claim=None, fill=0.74):
    """A product with a picture; `things` is a drawing and its colors, or several of them."""
    things = things if isinstance(things, list) else [things]
    encode = encode or BY_SUFFIX[path.rsplit(".")[-1]]
    return Product(path, (w, h), lambda: encode(picture((w, h), things, wall, behind, fill)), price, title, sku, claim)


BY_SUFFIX = {"jpg": files.jpeg, "png": files.png, "webp": files.webp, "avif": files.avif}
SIDEWAYS, UPSIDE_DOWN, OTHER_SIDEWAYS = (partial(files.jpeg, orientation=value) for value in (6, 3, 8))
PROGRESSIVE = partial(files.jpeg, progressive=True)
LOSSLESS = partial(files.webp, options="-lossless -z 9")

SHELF = [(mug, CORAL, CREAM), (plant, TERRACOTTA, LEAF), (teapot, SKY, NAVY), (candle, LILAC, CREAM),
         (vase, TEAL, CREAM), (lamp, SUNNY, CORAL)]

NOT_FOUND = b"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>404 Not Found</title></head>
<body><h1>Not Found</h1><p>The picture you are looking for has moved or never was here.</p></body>
</html>
"""

PRODUCTS = [
    shown("mug.jpg", 600, 600, (mug, CORAL, CREAM), PEACH, "disc",
          "$24.90", "Mug “Bonjour”", "K-1001", claim=(500, 500)),
    shown("lamp.jpg", 450, 700, (lamp, SUNNY, TEAL), WATER, "arch",
          "€1.299,00", "Table lamp Sol", "H-2001"),
    shown("sneakers.jpg", 800, 600, (sneaker, BLUE, TANGERINE), BUTTER, "sun",
          "¥169", "Sneakers, low", "W-3001"),
    shown("plant.jpg", 480, 640, (plant, TERRACOTTA, LEAF), BLUSH, "disc",
          "12,50 zł", "Agave in a pot", "H-2002"),
    shown("chair.webp", 600, 800, (chair, TEAL, OAK), LINEN, "arch",
          Bare("1299.00"), "Chair No. 4", "H-2003"),
    shown("bag.jpg", 500, 600, (bag, BERRY, SUNNY), LAVENDER, "disc",
          "£ 45", "Handbag Rosa", "W-3002", OTHER_SIDEWAYS),
    shown("sale/banner.jpg", 900, 300, SHELF, BUTTER, "stripes",
          "from $9", "Everything for the shelf", "S-9001", fill=0.80),
    shown("watch.jpg", 400, 600, (watch, NAVY, SUNNY), CLOUD, "disc",
          "CHF 189.–", "Watch Minuit", "W-3003"),
    shown("kitchen/teapot.jpg", 640, 520, (teapot, SKY, NAVY), PEACH, "sun",
          "₹4,999", "Teapot \"Dots\",\nfor four cups", "K-1002", PROGRESSIVE),
    shown("kitchen/tasse-émaillée.jpg", 560, 480, (enamel_cup, WHITE, BLUE), PISTACHIO, "disc",
          "9,90 €", "Tasse émaillée", "K-1003"),
    Product("gone.jpg", None, None,
            "¥2,480", "Hammock, sold out", "H-2099", claim=(400, 500)),
    shown("cap.jpg", 640, 480, (cap, MINT, NAVY), BLUSH, "dots",
          "007", "Cap, \"agent\" edition", "W-3004", UPSIDE_DOWN),
    shown("headphones.webp", 600, 600, (headphones, LILAC, SUNNY), WATER, "disc",
          "$1,299.99", "Headphones Hush", "P-4001"),
    shown("home/vase.webp", 360, 640, (vase, TEAL, CREAM), PEACH, "arch",
          "349 kr", "Vase with tulips", "H-2004"),
    shown("wear/summer dress.jpg", 480, 720, (dress, ROSE, WHITE), PISTACHIO, "disc",
          "₩45,000", "Summer dress", "W-3005"),
    shown("sunglasses.jpg", 720, 405, (sunglasses, CORAL, NAVY), BUTTER, "dots",
          Bare("80"), "Sunglasses Riva", "W-3006"),
    shown("book.avif", 400, 560, (book, NAVY, SUNNY), LINEN, "card",
          "24.5", "Hills & Suns <second edition>", "P-4002"),
    shown("skateboard.avif", 800, 450, (skateboard, TANGERINE, TEAL), LAVENDER, "sun",
          "$ 59", "Skateboard 31″", "P-4003"),
    shown("home/candle.jpg", 300, 400, (candle, TEAL, CREAM), BLUSH, "disc",
          "₺349,90", "Candle, fig", "H-2005"),
    shown("camera.png", 480, 360, (camera, CORAL, CREAM), None, None,
          "¥49800", "Instant camera", "P-4004", fill=0.90),
    Product("broken.jpg", None, lambda: files.broken(picture((480, 640), [(stool, CORAL, OAK)], WATER)),
            "$39.00", "Stool, small", "H-2098", claim=(480, 640)),
    shown("home/floor lamp.jpg", 300, 900, (floor_lamp, CORAL, CREAM), WATER, "arch",
          "R$ 1.150,00", "Floor lamp", "H-2006", fill=0.80),
    shown("radio.jpg", 640, 480, (radio, TEAL, CREAM), PEACH, "disc",
          "$119.00", "Radio, three bands", "P-4005", files.jpeg_of_a_camera),
    shown("wear/backpack.jpg", 520, 650, (backpack, SUNNY, TERRACOTTA), WATER, "sun",
          "1 299,00\u00a0Kč", "Backpack", "W-3007"),
    shown("home/clock.png", 320, 320, (clock, CORAL, BLUE), PISTACHIO, "disc",
          "0.99", "Wall clock", "H-2007"),
    shown("kitchen/bottle.jpg", 240, 600, (bottle, MINT, CREAM), LAVENDER, "disc",
          "£22.50", "Bottle, half a litre", "K-1004", SIDEWAYS, fill=0.80),
    shown("wear/umbrella.webp", 560, 700, (umbrella, CORAL, CREAM), WATER, "dots",
          "$1,080", "Umbrella", "W-3008"),
    shown("home/sofa.jpg", 800, 500, (sofa, LILAC, SUNNY), PISTACHIO, "sun",
          Bare("2490.50"), "Sofa, two seats", "H-2008"),
    Product("not-a-picture.jpg", None, lambda: NOT_FOUND,
            "Price on request", "Rug, made to measure", "H-2097"),
    shown("play/ball.jpg", 420, 420, (ball, CORAL, BLUE), WATER, "sun",
          "₴450", "Beach ball", "P-4006"),
    shown("wear/socks.jpg", 400, 520, (socks, TEAL, SUNNY), PEACH, "disc",
          "3 for $10", "Socks, striped", "W-3009"),
    shown("play/ukulele.jpg", 320, 720, (ukulele, SKY, SUNNY), BLUSH, "dots",
          "₪ 310", "Ukulele 🎶", "P-4007", fill=0.80),
    shown("home/cushion.webp", 200, 200, (cushion, SUNNY, CORAL), LAVENDER, "disc",
          "AU$35", "Cushion", "H-2009", LOSSLESS),
    shown("kitchen/toaster.jpg", 560, 460, (toaster, ROSE, SUNNY), WATER, "disc",
          "€ 64,–", "Toaster for two", "K-1005"),
    shown("wear/boots.avif", 480, 480, (boots, SUNNY, CORAL), CLOUD, "disc",
          "54.90 GBP", "Rain boots", "W-3010"),
    shown("kitchen/shakers.jpg", 480, 400, (shakers, CORAL, TEAL), BUTTER, "arch",
          "8,00", "Salt & pepper", "K-1006"),
    shown("play/kite.jpg", 500, 700, (kite, CORAL, SKY), PISTACHIO, "dots",
          "₽1 990", "Kite", "P-4008"),
    shown("kitchen/fruit bowl.jpg", 640, 480, (fruit_bowl, BLUE, CREAM), BLUSH, "disc",
          "NT$1,280", "Fruit bowl", "K-1007"),
    shown("wear/t-shirt.jpg", 600, 640, (t_shirt, TEAL, SUNNY), LINEN, "card",
          "$19.90", "T-shirt “Summit”", "W-3011"),
    shown("home/desk lamp.jpg", 520, 520, (desk_lamp, MINT, CORAL), LAVENDER, "arch",
          "¥89.5", "Desk lamp", "H-2010"),
    shown("play/record.jpg", 480, 480, (record, TANGERINE, CORAL), CLOUD, "dots",
          "0", "Record, free with a radio", "P-4009"),
    Product("mug.jpg", (600, 600), None,
            "$44.00", "Mug “Bonjour”, set of two", "K-1001-2"),  # two products may share a picture
]
