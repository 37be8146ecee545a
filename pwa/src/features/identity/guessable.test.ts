// @pure
import { describe, expect, it } from 'vitest';
import { guessableReason } from './guessable';

const known = { phone: '0812345678', names: ['สมชาย', undefined, 'SOMCHAI JAIDEE'] };

describe('the reason why a password is guessable', () => {
  // The samples are those of the server's test of `password.Guessable`.
  it.each([
    ['0812345678', 'phone'],
    ['+66812345678', 'phone'],
    ['081-234-5678', 'phone'],
    ['0812345678a', 'phone'],
    ['สมชาย123', 'name'],
    ['somchai1', 'name'],
    ['Jaidee!!99', 'name'],
    ['somchaijaidee', 'name'],
    ['Somchai Jaidee', 'name'],
    ['Krapao2026', 'app'],
    ['nokkrapao1', 'app'],
    ['aaaaaaaa', 'pattern'],
    ['abcabcabc', 'pattern'],
    ['abcdefgh', 'pattern'],
    ['87654321', 'pattern'],
    ['234567890123', 'pattern'],
    ['ๆๆๆๆๆๆๆๆ', 'pattern'],
    ['aaaa\u00a0\u00a0', 'pattern'],
  ])('%s: %s', (password, reason) => {
    expect(guessableReason(password, known)).toBe(reason);
  });

  it.each([
    'password',
    'P@ssw0rd2024',
    '1q2w3e4r',
    'passwordpassword',
    'correct horse',
    'somchai and his five cats',
  ])('is not to be seen by the phone: %s', (password) => {
    expect(guessableReason(password, known)).toBeUndefined();
  });

  it('is no name where the name is shorter than four letters, as on the server', () => {
    expect(guessableReason('nok12345', { names: ['Nok'] })).toBeUndefined();
  });
});
