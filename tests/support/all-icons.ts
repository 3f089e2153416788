import { addIcons } from '@bank/ui/icon';
import { moreIcons } from '@bank/ui/more-icons';

// As in a shell: no icon loads later, after the test has looked.
addIcons(moreIcons);
