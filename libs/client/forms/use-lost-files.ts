// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useKept } from '@bank/client/use-kept';

type Named = Pick<File, 'name'>;

/**
 * The names of files that were chosen for a form and are lost: a reload, a session that ends or a closed form keeps the
 * draft of the words, and cannot keep files. @param draft the name of the form's draft @param chosen the files that it has
 */
export function useLostFiles(draft: string, chosen: readonly Named[]) {
  const [kept, keep] = useKept<{ names: string[] }>(`${draft}:files`);
  const names = without(kept?.names ?? [], chosen);
  const note = (files: readonly Named[], lost: readonly string[]) => {
    const wanted = [...without(lost, files), ...files.map(({ name }) => name)];
    keep(wanted.length > 0 ? { names: wanted } : undefined);
  };
  return {
    names,
    /** Notes which files the form has now. */
    note: (files: readonly Named[]) => note(files, names),
    /** The form does without them. */
    forgo: () => note(chosen, []),
    /** The form was sent. */
    forget: () => keep(undefined),
  };
}

const without = (names: readonly string[], files: readonly Named[]) =>
  names.filter((name) => !files.some((file) => file.name === name));
