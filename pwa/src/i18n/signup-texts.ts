import { addLater } from './later';
import signup from './th/signup.json';

/** The words of signing up and of a forgotten password come with the first step. */
addLater('signup', signup);
