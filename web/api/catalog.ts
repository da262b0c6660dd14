// The parts of the catalog that the page reads.
import type { ModeType } from '../../src/contract/mode.ts';

export interface CatalogEntity {
  readonly kind: 'table' | 'view';
  readonly columns: ReadonlyArray<{
    readonly name: string;
    readonly type: ModeType;
    readonly nativeType: string;
    readonly nullable: boolean;
    readonly comment: string | null;
  }>;
  readonly key: readonly string[];
  readonly foreignKeys: ReadonlyArray<{
    readonly columns: readonly string[];
    readonly entity: string;
    readonly entityColumns: readonly string[];
  }>;
  readonly rowEstimate: number | null;
  readonly comment: string | null;
}

export interface Catalog {
  readonly entities: { readonly [name: string]: CatalogEntity };
}
