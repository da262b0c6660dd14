// A labelled text input, and the search box of most lists.
import { Search } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>;
}

export function Input({ className, ...rest }: InputProps) {
  return <input className={classNames(styles.input, className)} {...rest} />;
}

export function Field({
  label,
  hint,
  ...rest
}: InputProps & { readonly label: string; readonly hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input id={id} {...rest} />
      {hint}
    </div>
  );
}

export interface SearchBoxProps extends Omit<InputProps, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly large?: boolean;
  readonly after?: ReactNode;
  /** Escape closes the dialog around the box, instead of emptying the box first. */
  readonly passesEscape?: boolean;
}

export function SearchBox({
  label,
  value,
  onValue,
  large,
  after,
  passesEscape,
  className,
  onKeyDown,
  ...rest
}: SearchBoxProps) {
  return (
    <div className={classNames(styles.search, large && styles.large, className)}>
      <Search aria-hidden />
      <input
        aria-label={label}
        placeholder={label}
        // In a search input, browsers use Escape to empty the box, and the dialog stays open.
        type={passesEscape ? 'text' : 'search'}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === 'Escape' && value !== '' && !passesEscape && !event.defaultPrevented) {
            event.preventDefault();
            event.stopPropagation();
            onValue('');
          }
        }}
        {...rest}
      />
      {after}
    </div>
  );
}
