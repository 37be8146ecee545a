import { addLater } from './later';
import signup from './th/signup.json';

/** The texts of registration and of a forgotten password are loaded with the first step. */
addLater('signup', signup);
