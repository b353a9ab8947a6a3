// Memory that is not there ends the program with status 3 and a sentence.
//
// Swift has no way to go on when an allocation fails: its runtime prints a stack trace and aborts. So the
// program has malloc(3) and its kin in front of those of the C library. They differ in one thing, which is
// what they do when no memory is left.
#ifndef CMEMORY_H
#define CMEMORY_H

/// The exit status when no memory is left.
enum { CMemory_exit_status = 3 };

#endif
