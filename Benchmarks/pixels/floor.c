// Decodes JPEGs with libjpeg-turbo at the smallest scale that leaves 100 pixels on the longer side, and drops the rows: the
// least that a placeholder of a JPEG costs. Threads take one file after the other.
//
// usage: floor THREADS LIST
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <jpeglib.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static size_t count;
static atomic_size_t next_name;

static void decode(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(1);
    }
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_stdio_src(&jpeg, file);
    jpeg_read_header(&jpeg, TRUE);
    JDIMENSION longer = jpeg.image_width > jpeg.image_height ? jpeg.image_width : jpeg.image_height;
    jpeg.scale_num = 1;
    jpeg.scale_denom = 8;
    while (jpeg.scale_denom > 1 && (longer + jpeg.scale_denom - 1) / jpeg.scale_denom < 100) jpeg.scale_denom /= 2;
    jpeg_start_decompress(&jpeg);
    JSAMPROW row = malloc(jpeg.output_width * (size_t)jpeg.output_components);
    while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, &row, 1);
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    free(row);
    fclose(file);
}

static void *work(void *unused) {
    (void)unused;
    for (size_t index; (index = atomic_fetch_add(&next_name, 1)) < count;) decode(names[index]);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *list = fopen(argv[2], "r");
    if (!list) return 2;
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, list)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        names = realloc(names, (count + 1) * sizeof *names);
        names[count++] = strdup(line);
    }
    enum { most = 64 };
    pthread_t threads[most];
    int wanted = atoi(argv[1]);
    if (wanted < 1 || wanted > most) return 2;
    for (int thread = 0; thread < wanted; thread++) pthread_create(&threads[thread], NULL, work, NULL);
    for (int thread = 0; thread < wanted; thread++) pthread_join(threads[thread], NULL);
    return 0;
}
