#include "CResources.h"

// Clang knows #embed in every C; in C23 it is standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char catalogue[] = {
#embed "../../../Samples/catalogue.csv"
};
static const unsigned char placeholder[] = {
#embed "../../../Samples/placeholder.jpg"
};
static const unsigned char weir[] = {
#embed "../../../Samples/weir.json"
};
static const unsigned char app[] = {
#embed "../../../docs/examples/app/index.html"
};
static const unsigned char bag[] = {
#embed "../../../Samples/pictures/bag.jpg"
};
static const unsigned char book[] = {
#embed "../../../Samples/pictures/book.avif"
};
static const unsigned char broken[] = {
#embed "../../../Samples/pictures/broken.jpg"
};
static const unsigned char camera[] = {
#embed "../../../Samples/pictures/camera.png"
};
static const unsigned char cap[] = {
#embed "../../../Samples/pictures/cap.jpg"
};
static const unsigned char chair[] = {
#embed "../../../Samples/pictures/chair.webp"
};
static const unsigned char headphones[] = {
#embed "../../../Samples/pictures/headphones.webp"
};
static const unsigned char candle[] = {
#embed "../../../Samples/pictures/home/candle.jpg"
};
static const unsigned char clock[] = {
#embed "../../../Samples/pictures/home/clock.png"
};
static const unsigned char cushion[] = {
#embed "../../../Samples/pictures/home/cushion.webp"
};
static const unsigned char desk_lamp[] = {
#embed "../../../Samples/pictures/home/desk lamp.jpg"
};
static const unsigned char floor_lamp[] = {
#embed "../../../Samples/pictures/home/floor lamp.jpg"
};
static const unsigned char sofa[] = {
#embed "../../../Samples/pictures/home/sofa.jpg"
};
static const unsigned char vase[] = {
#embed "../../../Samples/pictures/home/vase.webp"
};
static const unsigned char bottle[] = {
#embed "../../../Samples/pictures/kitchen/bottle.jpg"
};
static const unsigned char fruit_bowl[] = {
#embed "../../../Samples/pictures/kitchen/fruit bowl.jpg"
};
static const unsigned char shakers[] = {
#embed "../../../Samples/pictures/kitchen/shakers.jpg"
};
static const unsigned char tasse_emaillee[] = {
#embed "../../../Samples/pictures/kitchen/tasse-émaillée.jpg"
};
static const unsigned char teapot[] = {
#embed "../../../Samples/pictures/kitchen/teapot.jpg"
};
static const unsigned char toaster[] = {
#embed "../../../Samples/pictures/kitchen/toaster.jpg"
};
static const unsigned char lamp[] = {
#embed "../../../Samples/pictures/lamp.jpg"
};
static const unsigned char mug[] = {
#embed "../../../Samples/pictures/mug.jpg"
};
static const unsigned char not_a_picture[] = {
#embed "../../../Samples/pictures/not-a-picture.jpg"
};
static const unsigned char plant[] = {
#embed "../../../Samples/pictures/plant.jpg"
};
static const unsigned char ball[] = {
#embed "../../../Samples/pictures/play/ball.jpg"
};
static const unsigned char kite[] = {
#embed "../../../Samples/pictures/play/kite.jpg"
};
static const unsigned char record[] = {
#embed "../../../Samples/pictures/play/record.jpg"
};
static const unsigned char ukulele[] = {
#embed "../../../Samples/pictures/play/ukulele.jpg"
};
static const unsigned char radio[] = {
#embed "../../../Samples/pictures/radio.jpg"
};
static const unsigned char banner[] = {
#embed "../../../Samples/pictures/sale/banner.jpg"
};
static const unsigned char skateboard[] = {
#embed "../../../Samples/pictures/skateboard.avif"
};
static const unsigned char sneakers[] = {
#embed "../../../Samples/pictures/sneakers.jpg"
};
static const unsigned char sunglasses[] = {
#embed "../../../Samples/pictures/sunglasses.jpg"
};
static const unsigned char watch[] = {
#embed "../../../Samples/pictures/watch.jpg"
};
static const unsigned char backpack[] = {
#embed "../../../Samples/pictures/wear/backpack.jpg"
};
static const unsigned char boots[] = {
#embed "../../../Samples/pictures/wear/boots.avif"
};
static const unsigned char socks[] = {
#embed "../../../Samples/pictures/wear/socks.jpg"
};
static const unsigned char summer_dress[] = {
#embed "../../../Samples/pictures/wear/summer dress.jpg"
};
static const unsigned char t_shirt[] = {
#embed "../../../Samples/pictures/wear/t-shirt.jpg"
};
static const unsigned char umbrella[] = {
#embed "../../../Samples/pictures/wear/umbrella.webp"
};

const CResource *CResources_shop(void) {
    static const CResource files[] = {
        {"catalogue.csv", catalogue, sizeof catalogue},
        {"placeholder.jpg", placeholder, sizeof placeholder},
        {"weir.json", weir, sizeof weir},
        {"app/index.html", app, sizeof app},
        {"pictures/bag.jpg", bag, sizeof bag},
        {"pictures/book.avif", book, sizeof book},
        {"pictures/broken.jpg", broken, sizeof broken},
        {"pictures/camera.png", camera, sizeof camera},
        {"pictures/cap.jpg", cap, sizeof cap},
        {"pictures/chair.webp", chair, sizeof chair},
        {"pictures/headphones.webp", headphones, sizeof headphones},
        {"pictures/home/candle.jpg", candle, sizeof candle},
        {"pictures/home/clock.png", clock, sizeof clock},
        {"pictures/home/cushion.webp", cushion, sizeof cushion},
        {"pictures/home/desk lamp.jpg", desk_lamp, sizeof desk_lamp},
        {"pictures/home/floor lamp.jpg", floor_lamp, sizeof floor_lamp},
        {"pictures/home/sofa.jpg", sofa, sizeof sofa},
        {"pictures/home/vase.webp", vase, sizeof vase},
        {"pictures/kitchen/bottle.jpg", bottle, sizeof bottle},
        {"pictures/kitchen/fruit bowl.jpg", fruit_bowl, sizeof fruit_bowl},
        {"pictures/kitchen/shakers.jpg", shakers, sizeof shakers},
        {"pictures/kitchen/tasse-émaillée.jpg", tasse_emaillee, sizeof tasse_emaillee},
        {"pictures/kitchen/teapot.jpg", teapot, sizeof teapot},
        {"pictures/kitchen/toaster.jpg", toaster, sizeof toaster},
        {"pictures/lamp.jpg", lamp, sizeof lamp},
        {"pictures/mug.jpg", mug, sizeof mug},
        {"pictures/not-a-picture.jpg", not_a_picture, sizeof not_a_picture},
        {"pictures/plant.jpg", plant, sizeof plant},
        {"pictures/play/ball.jpg", ball, sizeof ball},
        {"pictures/play/kite.jpg", kite, sizeof kite},
        {"pictures/play/record.jpg", record, sizeof record},
        {"pictures/play/ukulele.jpg", ukulele, sizeof ukulele},
        {"pictures/radio.jpg", radio, sizeof radio},
        {"pictures/sale/banner.jpg", banner, sizeof banner},
        {"pictures/skateboard.avif", skateboard, sizeof skateboard},
        {"pictures/sneakers.jpg", sneakers, sizeof sneakers},
        {"pictures/sunglasses.jpg", sunglasses, sizeof sunglasses},
        {"pictures/watch.jpg", watch, sizeof watch},
        {"pictures/wear/backpack.jpg", backpack, sizeof backpack},
        {"pictures/wear/boots.avif", boots, sizeof boots},
        {"pictures/wear/socks.jpg", socks, sizeof socks},
        {"pictures/wear/summer dress.jpg", summer_dress, sizeof summer_dress},
        {"pictures/wear/t-shirt.jpg", t_shirt, sizeof t_shirt},
        {"pictures/wear/umbrella.webp", umbrella, sizeof umbrella},
        {NULL, NULL, 0},
    };
    return files;
}
