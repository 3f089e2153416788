import { useEffect, useRef } from 'react';

/** The title of a step. Takes the focus when the step is reached, so that screen readers announce it. */
export function StepTitle({ title, takeFocus }: { title: string; takeFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = useRef(takeFocus);
  useEffect(() => {
    if (wanted.current) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
}
