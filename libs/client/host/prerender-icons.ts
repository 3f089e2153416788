import { addVisitorIcons } from '@bank/ui/icon';
import { visitorIcons } from '@bank/ui/visitor-icons';

/** As a shell does at its start. */
addVisitorIcons(visitorIcons);

/** @throws Error where the HTML has the place of an icon that a shell would load only later */
export function requireIcons(html: string): string {
  if (/<svg[^>]*><\/svg>/.test(html)) throw new Error('an icon is lacking in libs/ui/theme/visitor-icons.ts');
  return html;
}
