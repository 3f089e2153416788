/** The particles of family names as they are written before them: a name that is typed without capitals has no others. */
const particles =
  /^(?:[dl]['’]|(?:das?|de|del|della|den|der|des|di|dos?|du|la|les?|ter|van|von|zu)\s+)+(?=\S)/;

/**
 * A first name and an initial: enough to recognise a person, too little to identify a stranger. A particle stays before the
 * initial, as in `Anne d’E.`; a person without a family name has no initial.
 */
export function shortName({ given, family }: { given: string; family: string }): string {
  const [particle = ''] = particles.exec(family) ?? [];
  const [initial = ''] = family.slice(particle.length);
  return `${given} ${particle}${initial.toUpperCase()}${initial && '.'}`.trim();
}
