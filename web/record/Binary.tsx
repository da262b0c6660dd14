// A binary value: its size, an image if it is one, and a download.

import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bytes } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { base64Size, blobOf, imageType } from '../values/bytes.ts';
import styles from './FieldValue.module.css';

/** An object URL for the bytes, which lives as long as the component. */
function useObjectUrl(base64: string, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blobOf(base64, type));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [base64, type]);
  return url;
}

export function Binary({ base64, column }: { readonly base64: string; readonly column: string }) {
  const picture = imageType(base64);
  const url = useObjectUrl(base64, picture ?? 'application/octet-stream');
  const size = bytes(base64Size(base64));
  return (
    <span className={styles.binary}>
      {picture && url && <img className={styles.picture} src={url} alt={late.record.image(column)} />}
      <span className={styles.faint}>{t.common.binary(size)}</span>
      {url && (
        <a
          className={styles.download}
          href={url}
          download={picture ? `${column}.${picture.slice('image/'.length)}` : `${column}.bin`}
          aria-label={late.record.download(size)}
          title={late.record.download(size)}
        >
          <Download aria-hidden />
        </a>
      )}
    </span>
  );
}
