// see the room that uses it
