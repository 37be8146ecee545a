import cashier from './th/cashier.json';
import errors from './th/errors.json';
import home from './th/home.json';
import identity from './th/identity.json';
import shell from './th/shell.json';
import ui from './th/ui.json';

export default { cashier, errors, home, identity, shell, ui };
