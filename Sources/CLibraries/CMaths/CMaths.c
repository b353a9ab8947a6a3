#include "CMaths.h"
