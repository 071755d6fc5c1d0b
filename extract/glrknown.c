//go:build cgo

#include "glrparse.h"
#include <string.h>

// Most tokens of a text were read before, after the same space and in the same state of the lexer. What a lexer that is made of states
// gives depends on nothing but the bytes that it looked at: so where these are the same, it is not asked again.

// Bytes that go together in a token more often than not. Whatever stands here, only what the lexer looked at is trusted.
enum { alone, space, word, sign };
static const uint8_t class_of[128] = {
	['\t'] = space, ['\n'] = space, ['\r'] = space, [' '] = space,
	['a' ... 'z'] = word, ['A' ... 'Z'] = word, ['0' ... '9'] = word, ['_'] = word, ['$'] = word,
	['='] = sign, ['+'] = sign, ['-'] = sign, ['*'] = sign, ['/'] = sign, ['%'] = sign, ['&'] = sign, ['|'] = sign, ['<'] = sign, ['>'] = sign, ['!'] = sign, [':'] = sign, ['.'] = sign,
};

// glr_known_token gives the place where what is known of the token at a place stands, or is to be put, NULL if that is not to be known.
// size is 0 there if nothing is.
glr_known *glr_known_token(glr_parser *p, uint32_t at, uint16_t mode) {
	const uint8_t *s = p->lexer.text + at;
	uint32_t left = p->lexer.size - at, n = 0;
	if (at == 0 || left <= glr_known_bytes) return NULL;
	while (n < glr_known_bytes && s[n] < 128 && class_of[s[n]] == space) n++;
	if (n == glr_known_bytes || s[n] >= 128) return NULL;
	uint8_t class = class_of[s[n++]];
	if (class != alone) {
		while (n < glr_known_bytes && s[n] < 128 && class_of[s[n]] == class) n++;
	}
	if (n >= glr_known_bytes || s[n] >= 128) return NULL;
	uint64_t key[glr_known_bytes / 8] = {0};
	memcpy(key, s, n + 1);
	uint64_t h = (key[0] ^ (uint64_t)mode << 48) * 0x9e3779b97f4a7c15 ^ key[1] * 0xc2b2ae3d27d4eb4f ^ key[2] * 0x165667b19e3779f9;
	glr_known *k = &p->known[(h ^ h >> 29) >> 7 & (glr_known_size - 1)];
	if (k->size != n || k->mode != mode || memcmp(k->key, key, sizeof key) != 0) {
		memcpy(k->key, key, sizeof key);
		k->size = 0;
		k->mode = mode;
		k->room = (uint8_t)n;
	}
	return k;
}
