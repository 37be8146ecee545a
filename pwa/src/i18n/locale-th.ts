import errors from './th/errors.json';
import identity from './th/identity.json';
import shell from './th/shell.json';
import ui from './th/ui.json';

export default { errors, identity, shell, ui };
