//! Eigenvalues and axes of a symmetric 3 x 3 matrix, by Jacobi's rotations.

use glam::{DMat3, DQuat, DVec3};

/// Off-diagonal entries below this part of the largest entry are rounding: turning them away would only tilt axes
/// that symmetry has already set.
const NEGLIGIBLE: f64 = 8.0 * f64::EPSILON;
/// Sweeps converge quadratically; five are usual.
const MAX_SWEEPS: usize = 50;

/// Eigenvalues of the symmetric `matrix` and the turn from the frame of its eigenvectors to the frame it is given in.
///
/// The frame is right-handed, and of the 24 ways to number and direct its axes the one closest to the given frame: a
/// diagonal matrix keeps its entries in order, and its axes.
pub(crate) fn symmetric_eigen(matrix: DMat3) -> (DVec3, DQuat) {
    let mut a = matrix.transpose().to_cols_array_2d();
    let mut axes = DVec3::AXES;
    let largest = a.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    for _ in 0..MAX_SWEEPS {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        if pairs.iter().all(|&(p, q)| a[p][q].abs() <= NEGLIGIBLE * largest) {
            break;
        }
        for (p, q) in pairs {
            if a[p][q].abs() > NEGLIGIBLE * largest {
                rotate(&mut a, &mut axes, p, q);
            }
        }
    }
    closest_frame(DVec3::new(a[0][0], a[1][1], a[2][2]), axes)
}

/// One rotation in the plane of axes `p` and `q` that makes the entry `a[p][q]` zero. `axes` are the axes so far.
fn rotate(a: &mut [[f64; 3]; 3], axes: &mut [DVec3; 3], p: usize, q: usize) {
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tan = 1f64.copysign(theta) / (theta.abs() + theta.hypot(1.0));
    let cos = 1.0 / tan.hypot(1.0);
    let sin = tan * cos;
    let r = 3 - p - q;
    let (apq, arp, arq) = (a[p][q], a[r][p], a[r][q]);
    a[p][p] -= tan * apq;
    a[q][q] += tan * apq;
    (a[p][q], a[q][p]) = (0.0, 0.0);
    a[r][p] = cos * arp - sin * arq;
    a[p][r] = a[r][p];
    a[r][q] = sin * arp + cos * arq;
    a[q][r] = a[r][q];
    (axes[p], axes[q]) = (axes[p] * cos - axes[q] * sin, axes[p] * sin + axes[q] * cos);
}

/// Numbers and directs the axes so that each is nearest to the given axis of the same number.
fn closest_frame(values: DVec3, axes: [DVec3; 3]) -> (DVec3, DQuat) {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let closeness = |order: &[usize; 3]| (0..3).map(|k| axes[order[k]][k].abs()).sum::<f64>();
    let mut best = ORDERS[0];
    for order in &ORDERS[1..] {
        if closeness(order) > closeness(&best) {
            best = *order;
        }
    }
    let axis = |k: usize| {
        let axis = axes[best[k]];
        if axis[k] < 0.0 { -axis } else { axis }
    };
    let mut frame = DMat3::from_cols(axis(0), axis(1), axis(2));
    if frame.determinant() < 0.0 {
        // One axis has to turn round: the one that is least decided.
        let diagonal = [frame.x_axis.x, frame.y_axis.y, frame.z_axis.z];
        let weakest = (0..3).fold(0, |w, k| if diagonal[k] < diagonal[w] { k } else { w });
        *frame.col_mut(weakest) *= -1.0;
    }
    (DVec3::from_array(best.map(|k| values[k])), DQuat::from_mat3(&frame).normalize())
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn a_diagonal_matrix_keeps_its_axes() {
        let (values, axes) = symmetric_eigen(DMat3::from_diagonal(DVec3::new(3.0, 1.0, 2.0)));
        assert_eq!(values, DVec3::new(3.0, 1.0, 2.0));
        assert_eq!(axes, DQuat::IDENTITY);
    }

    #[test]
    fn turned_matrices_give_back_their_values() {
        let mut rng = Pcg64::seed_from_u64(11);
        for case in 0..2000 {
            let turn = DQuat::from_scaled_axis(DVec3::from_array(std::array::from_fn(|_| rng.random_range(-2.0..2.0))));
            let scale = 10f64.powf(rng.random_range(-30.0..10.0));
            // Double and triple values take their turn.
            let x = [1.0, rng.random_range(0.1..1.0), rng.random_range(0.1..1.0)];
            let values = [DVec3::from_array(x), DVec3::new(x[0], x[0], x[2]), DVec3::ONE][case % 3] * scale;
            let rotation = DMat3::from_quat(turn);
            let matrix = rotation * DMat3::from_diagonal(values) * rotation.transpose();
            let (found, axes) = symmetric_eigen(matrix);
            let frame = DMat3::from_quat(axes);
            let back = frame * DMat3::from_diagonal(found) * frame.transpose();
            let error = (back - matrix).to_cols_array().into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            assert!(error < 1e-14 * scale, "case {case}: {error:e} of {scale:e}");
            assert!(axes.is_normalized());
        }
    }
}
