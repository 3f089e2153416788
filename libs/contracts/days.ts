/** The calendar day (`2026-11-21`) that lies `count` days after (or, negative, before) a day. */
export function addDays(day: string, count: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}
