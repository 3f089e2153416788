import { useEffect, useRef } from 'react';

/** Names the step; takes the focus when a person comes to it, so that its name is read. */
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
