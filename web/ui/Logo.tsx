// The logo: two boards in a dovetail joint.
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M6 8h8l-2.5 8L14 24H6z" fill="var(--on-accent)" />
      <path d="M26 8h-9.5L14 16l2.5 8H26z" fill="var(--on-accent)" opacity="0.55" />
    </svg>
  );
}
